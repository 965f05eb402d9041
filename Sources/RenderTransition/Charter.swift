// The target's charter is in the architecture.
