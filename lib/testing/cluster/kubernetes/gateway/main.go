// The way from this machine's loopback into the network of a cluster: whoever connects to an address here is connected to
// the same address there.
//
//	gateway /proc/{pid}/ns/net 127.0.0.1:{port}
package main

import (
	"io"
	"log"
	"net"
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: gateway <network namespace> <address>")
	}
	namespace, address := os.Args[1], os.Args[2]
	// Here, before any thread has entered the namespace.
	listener, err := net.Listen("tcp", address)
	if err != nil {
		log.Fatal(err)
	}
	dial := dialer(namespace, address)
	for {
		near, err := listener.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go serve(near, dial)
	}
}

type dialed struct {
	connection net.Conn
	err        error
}

// Sockets belong to the namespace of the thread that makes them: one thread is in the cluster's for good, and makes them all.
func dialer(namespace, address string) func() (net.Conn, error) {
	requests := make(chan chan dialed)
	go func() {
		runtime.LockOSThread()
		file, err := os.Open(namespace)
		if err != nil {
			log.Fatal(err)
		}
		if err := unix.Setns(int(file.Fd()), unix.CLONE_NEWNET); err != nil {
			log.Fatal(err)
		}
		for answer := range requests {
			connection, err := net.Dial("tcp4", address)
			answer <- dialed{connection, err}
		}
	}()
	return func() (net.Conn, error) {
		answer := make(chan dialed, 1)
		requests <- answer
		result := <-answer
		return result.connection, result.err
	}
}

func serve(near net.Conn, dial func() (net.Conn, error)) {
	far, err := dial()
	if err != nil {
		// To the caller it is as if nobody listened: a reset, not an end.
		reset(near)
		return
	}
	done := make(chan struct{})
	go func() {
		pass(far, near)
		close(done)
	}()
	pass(near, far)
	<-done
	near.Close()
	far.Close()
}

// What one side has ended is ended on the other, which may still have something to say.
func pass(to, from net.Conn) {
	if _, err := io.Copy(to, from); err != nil {
		reset(to)
		reset(from)
		return
	}
	to.(*net.TCPConn).CloseWrite()
}

func reset(connection net.Conn) {
	connection.(*net.TCPConn).SetLinger(0)
	connection.Close()
}
