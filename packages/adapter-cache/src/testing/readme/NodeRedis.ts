import * as RedisCache from "@consent-service/adapter-cache/RedisCache"
import { createClient } from "redis"

const client = createClient({ url: "redis://127.0.0.1:6379", disableOfflineQueue: true })
client.on("error", (error) => console.warn("redis", error))
await client.connect()

export const layer = RedisCache.layerNodeRedis(client, { keyPrefix: "shop:" })
