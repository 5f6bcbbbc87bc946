import { z } from 'zod'

/** One, or those of the servers of a cluster, between commas. */
export const ClickhouseUrls = z
  .string()
  .transform((text) => text.split(','))
  .refine(
    (urls) => {
      const valid = urls.filter((url) => /^https?:/.test(url) && URL.canParse(url))
      return new Set(valid.map((url) => new URL(url).host)).size === urls.length
    },
    {
      error: 'must be a URL that starts with http: or https:, or several between commas, each server once',
      abort: true,
    },
  )

/** One server of calls, or those of a cluster by the name that their configuration gives it. */
export interface ClickhouseServers {
  urls: readonly string[]
  cluster: string | undefined
}
