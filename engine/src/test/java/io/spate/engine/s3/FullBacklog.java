package io.spate.engine.s3;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** Connections that wait to be accepted, so many that a server takes no more. */
final class FullBacklog implements AutoCloseable {
    private static final int MOST = 64;
    private final List<Socket> waiting = new ArrayList<>();

    FullBacklog(ServerSocket server) throws IOException {
        try {
            while (waiting.size() < MOST) {
                Socket socket = new Socket();
                waiting.add(socket);
                socket.connect(server.getLocalSocketAddress(), 300);
            }
        } catch (SocketTimeoutException e) {
            // This one found no place: it is full.
        }
    }

    int size() {
        return waiting.size();
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : waiting) {
            socket.close();
        }
    }
}
