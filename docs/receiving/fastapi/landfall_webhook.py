"""Verifies deliveries of Landfall (Standard Webhooks 1.0) with the standard library alone."""

import base64
import hashlib
import hmac
import json
import time

TOLERANCE_SECONDS = 300


class WebhookRejected(Exception):
    """The request is no unchanged delivery of the endpoint."""


def verify_webhook(headers, body, secret, now=None):
    """Returns the id and the event of a delivery, or raises WebhookRejected.

    headers: the headers of the request, with names in lower case; body: its unchanged bytes; secret: "whsec_…".
    """
    try:
        message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
        signatures = headers["webhook-signature"].split(" ")
    except KeyError as missing:
        raise WebhookRejected(f"The header {missing.args[0]} is missing.") from None
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise WebhookRejected("webhook-timestamp must be a whole number of seconds since 1970.")
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        raise WebhookRejected("webhook-timestamp is more than 5 minutes away from the clock of this machine.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = base64.b64encode(hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest())
    if not any(hmac.compare_digest(b"v1," + expected, signature.encode()) for signature in signatures):
        raise WebhookRejected("No signature is made with this secret, or the body was changed.")
    return message_id, json.loads(body)
