/** Stand-ins of a trial without the internet: for certbot's authority, a person at an editor, and a time server. */

/** Checks each name over port 80 like the authority, and writes the machine's own certificate to certbot's path. */
export const CERTBOT = `#!/bin/bash
set -euo pipefail
names=() hook= webroot=
while [ $# -gt 0 ]; do
  case $1 in
    certonly | --force-renewal) ;;
    --standalone) ;;
    --webroot) ;;
    -w) webroot=$2; shift ;;
    --cert-name) name=$2; shift ;;
    -d) names+=("$2"); shift ;;
    --deploy-hook) hook=$2; shift ;;
    *) echo "certbot: $1?" >&2; exit 2 ;;
  esac
  shift
done
if [ -z "$webroot" ]; then
  if (: > /dev/tcp/127.0.0.1/80) 2>/dev/null; then echo 'certbot: port 80 is taken' >&2; exit 1; fi
else
  token=$(openssl rand -hex 16)
  mkdir -p "$webroot/.well-known/acme-challenge"
  echo "proof-$token" > "$webroot/.well-known/acme-challenge/$token"
  for one in "\${names[@]}"; do
    [ "$(curl -fsS "http://$one/.well-known/acme-challenge/$token")" = "proof-$token" ] || { echo "certbot: $one does not show the proof" >&2; exit 1; }
  done
  rm -r "$webroot/.well-known"
fi
live=/etc/letsencrypt/live/$name
mkdir -p "$live"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 -subj "/CN=$name" \\
  -addext "subjectAltName=$(printf 'DNS:%s,' "\${names[@]}" | sed 's/,$//')" \\
  -keyout "$live/privkey.pem" -out "$live/fullchain.pem" 2>/dev/null
cp "$live/fullchain.pem" "/usr/local/share/ca-certificates/$name.crt"
update-ca-certificates >/dev/null 2>&1
[ -z "$hook" ] || bash -c "$hook"
`

/** Writes \`text\` into the given file. */
export function editor(text: string): string {
  return `#!/bin/sh
[ "$(stat -c %a "$1")" = 600 ] || { echo "nano: $1 is not for root alone" >&2; exit 1; }
cat > "$1" <<'END'
${text}
END
`
}

/** The clock belongs to the outer machine, and the inner machine cannot set it. */
export const CLOCK = `#!/bin/sh
echo yes
`
