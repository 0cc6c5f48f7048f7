package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const toleranceSeconds = 300

// Event is the body of a delivery. Decode Data by Type.
type Event struct {
	Type      string          `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

// VerifyWebhook returns the event of a delivery, or an error when the request is no unchanged delivery of the endpoint.
// The body is that of the request, unchanged; the secret is "whsec_…".
func VerifyWebhook(header http.Header, body []byte, secret string, now time.Time) (*Event, error) {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	if id == "" || timestamp == "" {
		return nil, errors.New("the header webhook-id or webhook-timestamp is missing")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return nil, errors.New("webhook-timestamp must be a whole number of seconds since 1970")
	}
	if age := now.Unix() - seconds; age > toleranceSeconds || age < -toleranceSeconds {
		return nil, errors.New("webhook-timestamp is more than 5 minutes away from the clock of this machine")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return nil, errors.New("the secret must be whsec_ and base64")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(signature)) {
			event := &Event{}
			return event, json.Unmarshal(body, event)
		}
	}
	return nil, errors.New("no signature is made with this secret, or the body was changed")
}
