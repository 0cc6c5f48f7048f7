/** Receivers in four languages that verify a request with the secret in `LANDFALL_SECRET`. */
export const SNIPPETS = [
  {
    language: "TypeScript",
    text: `// npm install @landfall/api effect
import { verifyWebhook } from "@landfall/api/webhooks/VerifyWebhook"

export const POST = async (request: Request) => {
  const { id, event } = await verifyWebhook(request, process.env.LANDFALL_SECRET)
  // id is the same on every attempt: use it to ignore repeated deliveries.
  console.log(id, event.type)
  return new Response(null, { status: 204 })
}`
  },
  {
    language: "Python",
    text: `# pip install standardwebhooks fastapi
import os
from fastapi import FastAPI, Request, Response
from standardwebhooks.webhooks import Webhook

app = FastAPI()
webhook = Webhook(os.environ["LANDFALL_SECRET"])

@app.post("/alerts")
async def receive(request: Request):
    event = webhook.verify(await request.body(), dict(request.headers))
    print(request.headers["webhook-id"], event["type"])
    return Response(status_code=204)`
  },
  {
    language: "Go",
    text: `// go get github.com/standard-webhooks/standard-webhooks/libraries
package main

import (
	"io"
	"log"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("LANDFALL_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("POST /alerts", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || webhook.Verify(body, r.Header) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		log.Println(r.Header.Get("webhook-id"), string(body))
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":8000", nil))
}`
  },
  {
    language: "curl",
    text: `# Computes the signature of a request that you have stored in body.json, and compares it yourself.
# ID and TIMESTAMP are its headers webhook-id and webhook-timestamp.
KEY=$(printf %s "\${LANDFALL_SECRET#whsec_}" | base64 -d | xxd -p -c 256)
SIGNATURE=$( { printf '%s.%s.' "$ID" "$TIMESTAMP"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)

# Sends the request to a receiver as Landfall does.
curl -i "$URL" --data-binary @body.json -H 'content-type: application/json' \\
  -H "webhook-id: $ID" -H "webhook-timestamp: $TIMESTAMP" -H "webhook-signature: v1,$SIGNATURE"`
  }
] as const
