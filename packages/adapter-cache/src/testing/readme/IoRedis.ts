import * as RedisCache from "@consent-service/adapter-cache/RedisCache"
import { Redis } from "ioredis"

const client = new Redis("redis://127.0.0.1:6379", { enableOfflineQueue: false })
client.on("error", (error) => console.warn("redis", error))

export const layer = RedisCache.layerIoRedis(client, { keyPrefix: "shop:" })
