#!/bin/bash
# boot.sh ROOT NPM_CACHE: makes ROOT this process's `/`, as a container has it, and becomes its systemd. It runs in namespaces of its own.
set -euo pipefail
root=$1
cache=$2
mount --make-rprivate /
mount -t overlay machine -o "lowerdir=$root/debian,upperdir=$root/changes,workdir=$root/work" "$root/mounted"
cd "$root/mounted"
mkdir -p root/.npm var/cache/apt/archives old
mount --bind "$root/packages" var/cache/apt/archives
[ ! -d "$cache" ] || mount -t overlay npm -o "lowerdir=$cache,upperdir=$root/npm/changes,workdir=$root/npm/work" root/.npm
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/shm dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
hostname "$(cat etc/hostname)"
pivot_root . old
umount -l /old
# The inner machine must not change the outer machine's clock, kernel modules or disks.
export container=trial
exec setpriv --bounding-set -sys_time,-sys_module,-sys_rawio,-mknod --inh-caps -sys_time,-sys_module,-sys_rawio,-mknod \
  /lib/systemd/systemd --log-target=journal --show-status=no
