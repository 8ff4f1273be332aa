# Writes numbered rows, one after the other, over the connection that PG* variables name. Prints the number of each
# acknowledged row, and the time in milliseconds. Whether a row without an answer is stored is unknown: the next number
# follows. Started by acknowledged-rows.ts.

import select
import time

import psycopg2
from psycopg2 import extensions

# After this time without an answer the client connects again.
PATIENCE_SECONDS = 1
PAUSE_SECONDS = 0.02


def wait(connection):
    while (state := connection.poll()) != extensions.POLL_OK:
        readable, writable = ([connection], []) if state == extensions.POLL_READ else ([], [connection])
        if not any(select.select(readable, writable, [], PATIENCE_SECONDS)):
            raise psycopg2.OperationalError("no answer")


def connect():
    connection = psycopg2.connect("")
    connection.autocommit = True
    connection.cursor().execute("CREATE TABLE IF NOT EXISTS acknowledged (id bigint PRIMARY KEY)")
    return connection


extensions.set_wait_callback(wait)
connection = None
number = 0
while True:
    try:
        connection = connection or connect()
        number += 1
        connection.cursor().execute("INSERT INTO acknowledged VALUES (%s)", [number])
        print(number, round(time.monotonic() * 1000), flush=True)
    except psycopg2.Error:
        if connection is not None:
            connection.close()
        connection = None
    time.sleep(PAUSE_SECONDS)
