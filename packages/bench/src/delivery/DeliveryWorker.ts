import { HeaderKeys } from "@landfall/core/alerts/sending/HeaderKeys"
import { DeliveryDispatcher, defaultDispatcherSettings } from "@landfall/worker/dispatch/Dispatcher"
import * as NameResolver from "@landfall/worker/node/dns/NameResolver"
import { CurrentEgressPolicy, TargetResolver } from "@landfall/worker/node/egress/DnsEgressGuard"
import { publicOnly } from "@landfall/worker/node/egress/EgressPolicy"
import * as NodeMac from "@landfall/worker/node/NodeMac"
import * as UndiciTransport from "@landfall/worker/node/webhooks/UndiciTransport"
import { Layer } from "effect"
import { VERSION } from "landfall/telemetry/Version"

/** The delivery worker as in a server, with receivers on the loopback interface. */
export const deliveryWorkerLayer = DeliveryDispatcher.layer({ ...defaultDispatcherSettings, version: VERSION }).pipe(
  Layer.provide(UndiciTransport.layer(UndiciTransport.defaultTransportSettings)),
  Layer.provide(TargetResolver.layer),
  Layer.provide([
    CurrentEgressPolicy.layer({ ...publicOnly, mode: "loopback" }),
    HeaderKeys.absentLayer,
    NameResolver.layer(NameResolver.defaultNameResolverSettings),
    NodeMac.layer
  ])
)
