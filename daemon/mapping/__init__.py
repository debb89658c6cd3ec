"""Asking the router to forward the daemon's port (`--map-port`): PCP, NAT-PMP and UPnP."""
