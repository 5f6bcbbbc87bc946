import { createHash, createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { formRequest } from '#test/sources/twilio-callbacks.ts'
import { WebhookRefused, type WebhookRequest } from '../adapter.ts'
import { verifySignature } from './twilio-signature.ts'

// From the provider’s documentation of how requests are signed.
const documented = {
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  form: 'CallSid=CA1234567890ABCDE&From=%2B12349013030&To=%2B18005551212&Caller=%2B12349013030&Digits=1234',
  key: '12345',
  signature: '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
}

const sent = (given: Partial<WebhookRequest> & { signature?: string; form?: string } = {}) => {
  const { form = documented.form, signature = documented.signature, ...request } = given
  return formRequest(form, { url: documented.url, headers: { 'x-twilio-signature': signature }, ...request })
}

const verify = (request: WebhookRequest, key: string | undefined = documented.key) =>
  verifySignature(request, { headers: ['x-twilio-signature'], key })

const sign = (text: string) => createHmac('sha1', documented.key).update(text).digest('base64')

it('is the one of the provider’s documentation', () => {
  expect(() => verify(sent())).not.toThrow()
})

it.each([
  ['another signature', sent({ signature: documented.signature.replace('0', '1') })],
  ['a cut one', sent({ signature: documented.signature.slice(0, 20) })],
  ['a longer one', sent({ signature: Buffer.alloc(21).toString('base64') })],
  ['an empty one', sent({ signature: '' })],
  ['none', sent({ headers: {} })],
  ['another field', sent({ form: `${documented.form}&CallStatus=completed` })],
  ['another value', sent({ form: documented.form.replace('1234901', '1234902') })],
  ['another address', sent({ url: documented.url.replace('foo=1', 'foo=2') })],
  ['another host', sent({ url: documented.url.replace('mycompany', 'othercompany') })],
  ['plain http', sent({ url: documented.url.replace('https', 'http') })],
])('refuses %s', (_, request) => {
  expect(() => verify(request)).toThrow(WebhookRefused)
})

it('refuses what was signed with another key, and all while no key is set', () => {
  expect(() => verify(sent(), '12346')).toThrow('The signature is not')
  expect(() => verifySignature(sent(), { headers: ['x-twilio-signature'], key: undefined })).toThrow('No key')
})

it('may be over the address with the port of its scheme, or without one', () => {
  const fields = 'A1'
  const signed = 'https://calls.example.com:443/in?x=1'
  const plain = 'https://calls.example.com/in?x=1'
  const other = 'https://calls.example.com:8443/in?x=1'
  const ask = (url: string, over: string) => () =>
    verify(sent({ url, form: 'A=1', signature: sign(over + fields) }))
  expect(ask(plain, signed)).not.toThrow()
  expect(ask(signed, plain)).not.toThrow()
  expect(ask(other, other)).not.toThrow()
  expect(ask(other, plain)).not.toThrow()
  expect(ask(plain, other)).toThrow('The signature is not')
})

it('has each value of a field once, sorted', () => {
  const url = 'https://calls.example.com/in'
  const signature = sign(`${url}AbB1B2`)
  expect(() => verify(sent({ url, form: 'B=2&A=b&B=1&B=2', signature }))).not.toThrow()
})

it('is over the address alone for other bodies, whose hash the address says', () => {
  const body = Buffer.from('{"CallSid":"CA1"}')
  const hash = createHash('sha256').update(body).digest('hex')
  const url = `https://calls.example.com/in?bodySHA256=${hash}`
  const json = { url, contentType: 'application/json', signature: sign(url) }
  expect(() => verify(sent({ ...json, body }))).not.toThrow()
  expect(() => verify(sent({ ...json, body: Buffer.from('{"CallSid":"CA2"}') }))).toThrow(
    'not the one that was signed',
  )
  const unsaid = 'https://calls.example.com/in'
  expect(() => verify(sent({ ...json, url: unsaid, signature: sign(unsaid), body }))).toThrow('not the one')
})
