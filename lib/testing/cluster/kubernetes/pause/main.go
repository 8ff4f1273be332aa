// The first process of a pod's sandbox and of a node: holds its namespaces, and takes in the processes that have lost
// their parents. Ends when it is asked to, and with it all others of its PID namespace.
package main

import (
	"os"
	"os/signal"

	"golang.org/x/sys/unix"
)

func main() {
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, unix.SIGCHLD, unix.SIGINT, unix.SIGTERM)
	for received := range signals {
		if received != unix.SIGCHLD {
			return
		}
		reap()
	}
}

// Signals of children that end at once are merged into one.
func reap() {
	for {
		child, err := unix.Wait4(-1, nil, unix.WNOHANG, nil)
		if child <= 0 && err != unix.EINTR {
			return
		}
	}
}
