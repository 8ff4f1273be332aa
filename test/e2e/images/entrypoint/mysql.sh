#!/bin/sh
# What the official images of MySQL and MariaDB promise, as far as operators rely on it: words that begin with a dash are for
# `mysqld`; data are made in --datadir where there are none, with the password in $MARIADB_ROOT_PASSWORD or in the file
# $MYSQL_ROOT_PASSWORD_FILE.
set -eu

case "${1:--}" in -*) set -- mysqld "$@" ;; esac
[ "$1" = mysqld ] || exec "$@"

data=/var/lib/mysql
for word in "$@"; do
  case "$word" in --datadir=*) data=${word#--datadir=} ;; esac
done

if [ ! -d "$data/mysql" ]; then
  # Beside its place, so that half of it is never taken for data.
  rm -rf "$data.new"
  mariadb-install-db --no-defaults --force --datadir="$data.new" --skip-test-db --skip-name-resolve \
    --auth-root-authentication-method=normal >/dev/null
  password=${MARIADB_ROOT_PASSWORD:-$(cat "$MYSQL_ROOT_PASSWORD_FILE")}
  password=$(printf %s "$password" | sed "s/['\\\\]/\\\\&/g")
  mariadbd --no-defaults --datadir="$data.new" --bootstrap <<SQL
FLUSH PRIVILEGES;
ALTER USER 'root'@'localhost' IDENTIFIED BY '$password';
CREATE USER 'root'@'%' IDENTIFIED BY '$password';
GRANT ALL PRIVILEGES ON *.* TO 'root'@'%' WITH GRANT OPTION;
SQL
  [ ! -d "$data" ] || rmdir "$data"
  mv "$data.new" "$data"
fi
exec "$@"
