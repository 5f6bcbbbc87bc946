import { z } from 'zod'

/** One, or those of the servers of a cluster, between commas. */
export const ClickhouseUrls = z.string().refine(
  (text) => {
    const urls = text.split(',').filter((url) => /^https?:/.test(url) && URL.canParse(url))
    return new Set(urls.map((url) => new URL(url).host)).size === text.split(',').length
  },
  {
    error: 'must be a URL that starts with http: or https:, or several between commas, each server once',
    abort: true,
  },
)
