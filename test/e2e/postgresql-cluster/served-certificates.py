# Prints the digest of the certificate that each server of the arguments serves. Started by acknowledged-rows.ts.

import hashlib
import socket
import ssl
import struct
import sys

# PostgreSQL answers "S" to this request, and TLS begins.
SSL_REQUEST = struct.pack("!ii", 8, 80877103)

for host in sys.argv[1:]:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with socket.create_connection((host, 5432), timeout=5) as connection:
        connection.sendall(SSL_REQUEST)
        assert connection.recv(1) == b"S", "the server has no TLS"
        with context.wrap_socket(connection) as encrypted:
            print(hashlib.sha256(encrypted.getpeercert(binary_form=True)).hexdigest())
