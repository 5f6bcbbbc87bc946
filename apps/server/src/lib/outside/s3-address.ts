import { z } from 'zod'

/** A folder of a bucket of an S3 storage. */
export type S3Address = {
  bucket: string
  /** With a slash at its end, or empty. */
  prefix: string
  /** The storage's address, without a slash at its end. */
  endpoint: string
  region: string
}

/** With which requests to a storage are signed. */
export type S3Keys = { id: string; secret: string }

const Query = z.strictObject({
  endpoint: z
    .string()
    .refine(isServer, 'endpoint must be an http or https address without a path')
    .optional(),
  region: z
    .string()
    .regex(/^[a-z\d-]{1,40}$/, 'region must be a word such as eu-central-1')
    .default('us-east-1'),
})

/**
 * Reads `s3://bucket/prefix?endpoint=…&region=…`. Without an endpoint it is Amazon's of the region.
 *
 * @returns what is wrong with it, for people, as `error`
 */
export function readS3Address(text: string): S3Address | { error: string } {
  if (!URL.canParse(text)) return { error: 'must be a URL' }
  const { hostname: bucket, pathname, searchParams, username, password, port, hash } = new URL(text)
  // They would be in process lists and logs.
  if (username !== '' || password !== '') return { error: 'must not hold keys' }
  if (port !== '' || hash !== '' || !/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket))
    return { error: 'must name a bucket, as s3://recordings' }
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, '')
  if (!/^[\w./-]*$/.test(prefix) || prefix.split('/').includes('..'))
    return { error: 'must have a prefix of letters, digits, dots, hyphens and slashes' }
  const query = Query.safeParse(Object.fromEntries(searchParams))
  if (!query.success) {
    const [issue] = query.error.issues
    return {
      error:
        issue?.code === 'custom' || issue?.code === 'invalid_format'
          ? issue.message
          : 'may say endpoint and region, and nothing else',
    }
  }
  const { region, endpoint = `https://s3.${region}.amazonaws.com` } = query.data
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/`, endpoint: endpoint.replace(/\/$/, ''), region }
}

function isServer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username, password } = new URL(text)
  const isBare = pathname === '/' && search === '' && hash === '' && username === '' && password === ''
  return isBare && (protocol === 'https:' || protocol === 'http:')
}
