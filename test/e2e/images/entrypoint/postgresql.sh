#!/bin/sh
# What the official image of PostgreSQL promises, as far as the database operator relies on it: words that begin with a dash
# are for `postgres`; data are made in $PGDATA where there are none, with the password in the file $POSTGRES_PASSWORD_FILE.
set -eu

case "${1:--}" in -*) set -- postgres "$@" ;; esac
[ "$1" = postgres ] || exec "$@"

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" --auth-local=trust --auth-host=scram-sha-256
  printf 'host all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
  printf "listen_addresses = '*'\n" >>"$PGDATA/postgresql.conf"
fi
exec "$@"
