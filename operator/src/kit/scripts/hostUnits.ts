/** Part of a host's install.sh: its files, and the units that read them. */
import type { Host, Plan } from '../plan.ts'
import type { RenderedFile } from '../rendered.ts'
import { enabledUnits } from '../services/units.ts'

/** files.txt: for each file the mode, the owner, the path, and the units that must notice a change. */
export function fileList(files: readonly RenderedFile[]): string {
  return files
    .map(({ mode, owner, target, readers: { restarts = [], reloads = [] } }) => {
      const marks = [...restarts.map((unit) => `restart:${unit}`), ...reloads.map((unit) => `reload:${unit}`)]
      return `${[mode.toString(8), owner, target, ...new Set(marks)].join(' ')}\n`
    })
    .join('')
}

/** A mark for each unit that has not read a changed file yet. The mark survives a run that does not finish. */
function unreadFolder({ directories }: Host): string {
  return `${directories.lib}/galx/unread`
}

/** Puts the files of files.txt in place. */
export function putFiles(host: Host): string {
  return `mkdir -p ${unreadFolder(host)}
while read -r mode owner target readers; do
  mkdir -p "$(dirname "$target")"
  cmp -s "root$target" "$target" || for reader in $readers; do touch "${unreadFolder(host)}/$reader"; done
  install -m "$mode" -o "$owner" -g "$owner" "root$target" "$target"
done < files.txt
`
}

/** Starts each unit. A unit whose files have changed reads them; the others keep running. */
export function startParts(plan: Plan, host: Host): string {
  const { parts } = enabledUnits(plan, host)
  const unread = unreadFolder(host)
  return `for unit in ${parts.join(' ')}; do
  systemctl enable -q "$unit"
  action=start
  [ ! -e "${unread}/reload:$unit" ] || action=reload-or-restart
  [ ! -e "${unread}/restart:$unit" ] || action=restart
  case $unit in
    # etcd waits for the other members, which may not run yet.
    etcd) timeout 20 systemctl "$action" etcd || true ;;
    *) systemctl "$action" "$unit" ;;
  esac
  rm -f "${unread}/reload:$unit" "${unread}/restart:$unit"
done
`
}

/** Stops the parts that an earlier installation had on this host and that have moved to another host. */
export function endOthers(plan: Plan, host: Host): string {
  const { parts, programs } = enabledUnits(plan, host)
  const known = `${host.directories.lib}/galx/units`
  return `units='${[...parts, ...programs].join(' ')}'
[ -e ${known} ] || touch ${known}
while read -r unit; do
  case " $units " in *" $unit "*) continue ;; esac
  echo "${host.name}: $unit no longer belongs to this host, and stops"
  systemctl stop "$unit" || true
  systemctl disable -q "$unit" || true
done < ${known}
printf '%s\\n' $units > ${known}
`
}
