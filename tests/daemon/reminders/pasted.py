"""Addresses as players paste them."""

from typing import Final

NTFY: Final = "https://ntfy.sh/ann-7f3k"
DISCORD: Final = "https://discord.com/api/webhooks/1047623/k3Zs_9-x"
SLACK: Final = "https://hooks.slack.com/services/T0/B0/x1y2"
MATTERMOST: Final = "https://chat.example.org/hooks/8xk3"
