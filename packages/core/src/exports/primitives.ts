/**
 * Values and mechanisms below all concepts: schemas, digests, bounded memory, places, semaphores, deferred layers, shared attempts, patience.
 *
 * @module
 */
export * from "../concurrency/DeferredLayer.js"
export * from "../concurrency/FairSemaphore.js"
export * from "../concurrency/SharedAttempt.js"
export * from "../concurrency/UntilReady.js"
export * from "../digest/Base58.js"
export * from "../digest/CanonicalJson.js"
export * from "../digest/Hmac.js"
export * from "../digest/Sha256.js"
export * from "../digest/TimedIdRanges.js"
export * from "../location/Jurisdiction.js"
export * from "../memory/Recent.js"
export * from "../schema/AsIs.js"
export * from "../schema/Documentation.js"
export * from "../schema/Domain.js"
export * from "../schema/Instant.js"
export * from "../schema/IsoDuration.js"
export * from "../schema/Issues.js"
export * from "../schema/Json.js"
export * from "../schema/Member.js"
export * from "../schema/Order.js"
export * from "../schema/PlainValue.js"
export * from "../schema/Text.js"
