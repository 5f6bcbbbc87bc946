import { fileTypes, type FileFormat } from '@callboard/contract/export-types'
import { expect } from 'vitest'
import { buildCall } from '../factory.ts'
import { openPortal } from '../portal.ts'

/** Texts that formats have to escape, or must not run. */
export const texts = [
  'plain',
  'with "quotes", commas; and a\ttab',
  'two\nlines\r\nand more',
  ' spaces around ',
  'Grüße, Zoë 😀 👩‍👩‍👧',
  'שלום עולם',
  'مرحبا بالعالم',
  '<b>&amp; ]]> _x0041_</b>',
  '=cmd|/c calc!A1',
  '@SUM(1)',
  '+1555',
  '-2+3',
  "'quoted",
  '007',
]

export const march = { from: '2026-03-01', to: '2026-04-01' }
export const zone = 'America/New_York'

export type ExportedCalls = Awaited<ReturnType<typeof openExportedCalls>>

/** A portal with a call of each text, whose lists and figures are asked for as files. */
export async function openExportedCalls() {
  const test = await openPortal()
  const admin = (await test.make.user({ isAdmin: true, timeZone: zone })).token
  const customer = await test.make.customer({ code: '=acme', name: 'Acme & Söhne "GmbH"' })
  await test.make.entity({ type: 'location', code: 'L1', name: '=Main Street', customerId: customer.id })
  await test.sendCalls(
    await test.make.apiKey(customer.id),
    texts.map((text, at) =>
      buildCall({
        externalCallId: `call-${at}`,
        startedAt: new Date(Date.parse('2026-03-07T06:30:15.250Z') + at * 3_600_000).toISOString(),
        source: text,
        callerName: text,
        callerNumber: `+1555010${1000 + at}`,
        tags: at % 2 === 0 ? [text, 'vip'] : [],
        location: at % 2 === 0 ? 'L1' : 'L2',
        status: 'answered',
        duration: 100 + at,
        talkDuration: at % 3 === 0 ? null : 60 + at,
        value: at % 4 === 0 ? null : `${at}.25`,
        currency: at % 2 === 0 ? 'EUR' : 'USD',
      }),
    ),
  )

  async function bytesOf(path: string, body: object, format: FileFormat) {
    const accept = fileTypes.find(({ extension }) => extension === format)?.contentType ?? ''
    const answer = await test.ask({ path, body, token: admin, headers: { accept } })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers['content-type']).toContain(accept)
    return answer
  }

  return { test, admin, bytesOf }
}
