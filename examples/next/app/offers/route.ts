import { visitorAllows } from "../../lib/visitor"

export const GET = async () => Response.json({ personal: await visitorAllows("experience") })
