#!/bin/sh
# What the official image of MongoDB promises, as far as the database operator relies on it: words that begin with a dash are
# for `mongod`; a new server has an administrator $MONGO_INITDB_ROOT_USERNAME with the password in the file
# $MONGO_INITDB_ROOT_PASSWORD_FILE. The server isn't MongoDB: FerretDB speaks its protocol, over SQLite.
set -eu

case "${1:--}" in -*) ;; mongod) shift ;; *) exec "$@" ;; esac

data=/data/db
port=27017
for word in "$@"; do
  case "$word" in
    --dbpath=*) data=${word#--dbpath=} ;;
    --port=*) port=${word#--port=} ;;
    *) printf 'the stand-in for mongod takes no %s\n' "$word" >&2 && exit 2 ;;
  esac
done

FERRETDB_SETUP_PASSWORD=$(cat "$MONGO_INITDB_ROOT_PASSWORD_FILE")
export FERRETDB_SETUP_PASSWORD
exec ferretdb --handler=sqlite --sqlite-url="file:$data/" --state-dir="$data" --listen-addr=":$port" --debug-addr=- \
  --telemetry=disable --test-enable-new-auth --setup-database=admin --setup-username="$MONGO_INITDB_ROOT_USERNAME"
