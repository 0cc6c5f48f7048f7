"""A receiver on FastAPI: LANDFALL_SECRET=whsec_… uvicorn main:app"""

import os

from fastapi import FastAPI, Request, Response

from landfall_webhook import WebhookRejected, verify_webhook

app = FastAPI()
received = set()  # In production: a table with a unique index.


@app.post("/landfall")
async def landfall(request: Request) -> Response:
    try:
        message_id, event = verify_webhook(request.headers, await request.body(), os.environ["LANDFALL_SECRET"])
    except WebhookRejected as error:
        return Response(str(error), status_code=400)
    if message_id not in received:
        if event["type"] == "container.discharge.at.final.pod":
            print(event["data"]["container"], "was discharged at", event["data"]["location"]["unlocode"])
        received.add(message_id)
    return Response(status_code=204)
