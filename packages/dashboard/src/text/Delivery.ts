/** Why a delivery failed, each with what to do. */
export const deliveryTexts = {
  reasons: {
    timeout: "The receiver did not respond within 15 seconds. Respond with 2xx first, and do the work afterwards.",
    dns: "The host name of the URL does not resolve. Check the spelling of the URL, and the DNS records of the host.",
    connection_refused:
      "Nothing accepts connections at the address and port of the URL. Start the receiver, or correct the port.",
    connection_lost:
      "The receiver closed the connection before it responded. Look for a crash in its log at this time.",
    tls: "The certificate of the receiver was not accepted. Install a valid certificate with its whole chain.",
    target_rejected:
      "Landfall may not send to this address. Use a URL on the public internet, or ask the operator to allow it.",
    protocol:
      "What the receiver sent is not an HTTP response. Check that the port serves HTTP, or HTTPS for a URL that begins with https.",
    broker_rejected: "The broker rejected the login or the message. Check the user, the password and the permissions."
  },
  redirect: (status: number) =>
    `The receiver redirected with ${status}, and redirects are not followed. Set the URL to where it leads.`,
  statuses: {
    400: "The receiver rejected the request as invalid (400). Its response gives the reason.",
    401: "The receiver rejected the request as unauthorized (401). Most often it failed to verify the signature: check that it has the current secret and verifies the raw body.",
    403: "The receiver rejected the request as forbidden (403). Check the signature verification, and any firewall in front of it.",
    404: "The receiver does not know this path (404). Correct the path of the URL.",
    405: "The receiver does not accept POST at this path (405). Correct the path, or accept POST.",
    410: "The receiver responded with 410 Gone, and the endpoint was paused. Resume it once the URL accepts alerts.",
    413: "The receiver rejects bodies of this size (413). Raise its limit to 1 MB.",
    429: "The receiver requires fewer requests (429). Set a rate limit on the endpoint.",
    503: "The receiver is not available (503). Landfall waits for as long as its Retry-After requests."
  },
  client: (status: number) => `The receiver rejected the request with ${status}. Its response gives the reason.`,
  server: (status: number) => `The receiver failed with ${status}. Read its log at this time.`,
  other: (status: number) => `The receiver responded with ${status}; only 200 to 299 count as received.`,
  succeeded: (status: number) => `The receiver accepted the message with ${status}.`,
  skipped: {
    filter: "The endpoint does not receive this event type. Add the type to it, then replay.",
    endpoint_disabled: "The endpoint was paused. Resume it, then replay what it missed.",
    endpoint_deleted: "The endpoint was deleted.",
    plan: "The plan of the account does not include alerts."
  }
}
