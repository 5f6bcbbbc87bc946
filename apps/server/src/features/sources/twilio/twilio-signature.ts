import { createHash, createHmac } from 'node:crypto'
import { type WebhookRequest, WebhookRefused } from '../adapter.ts'
import { isSameSecret } from '../../../lib/same-secret.ts'
import { formPairs } from './callback-body.ts'

interface Signing {
  /** Of which the first that was sent counts. */
  readonly headers: readonly string[]
  readonly key: string | undefined
}

/**
 * Throws `WebhookRefused` unless the request was signed with the key: HMAC-SHA1 over the public address and the sorted
 * fields of a form, or over an address that says the SHA-256 of any other body. Every wrong signature takes the same time.
 */
export function verifySignature(request: WebhookRequest, { headers, key }: Signing): void {
  if (key === undefined) throw new WebhookRefused('No key to check signatures with is set at the source.')
  const given = headers.map((name) => request.headers[name]).find((value) => value !== undefined)
  const signature = Buffer.from(given ?? '', 'base64')
  const isForm = request.contentType === 'application/x-www-form-urlencoded'
  const fields = isForm ? signedFields(request.body) : ''
  let isSigned = false
  for (const url of addressesOf(request.url)) {
    const expected = createHmac('sha1', key).update(`${url}${fields}`).digest()
    isSigned = isSameSecret(signature, expected) || isSigned
  }
  if (!isSigned)
    throw new WebhookRefused(
      given === undefined
        ? 'It is not signed.'
        : `The signature is not that of the source’s key over ${request.url}.`,
    )
  if (!isForm) requireBodyHash(request)
}

/** Each name with its values, sorted; a value that is sent twice counts once. */
function signedFields(body: Buffer): string {
  const values = Map.groupBy(formPairs(body), ([name]) => name)
  return [...values.keys()]
    .toSorted()
    .map((name) => {
      const distinct = new Set(values.get(name)?.map(([, value]) => value))
      return [...distinct]
        .toSorted()
        .map((value) => name + value)
        .join('')
    })
    .join('')
}

/** The address as it is, with the port of its scheme and without one: providers sign either. */
function addressesOf(address: string): readonly string[] {
  const parts = /^(https?):\/\/([^/?#]*?)(?::(\d+))?([/?#].*)?$/i.exec(address)
  if (parts === null) return [address]
  const [, scheme = '', host = '', port, rest = ''] = parts
  const defaultPort = scheme.toLowerCase() === 'https' ? '443' : '80'
  return [address, `${scheme}://${host}:${port ?? defaultPort}${rest}`, `${scheme}://${host}${rest}`]
}

function requireBodyHash({ url, body }: WebhookRequest): void {
  const said = URL.canParse(url) ? (new URL(url).searchParams.get('bodySHA256') ?? '') : ''
  const actual = createHash('sha256').update(body).digest()
  if (!isSameSecret(Buffer.from(said, 'hex'), actual))
    throw new WebhookRefused('The body is not the one that was signed.')
}
