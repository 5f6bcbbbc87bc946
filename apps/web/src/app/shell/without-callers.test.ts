import { expect, it } from 'vitest'
import { withoutCallers } from '#web/app/shell/without-callers.ts'

const calls = '/reports/calldetails'
const kept = (pathname: string, search = '') => withoutCallers({ pathname, search })

it.each([
  '?period=last30Days&filter=status:eq:missed&filter=source:in:radio,tv&sort=callerNumber&desc=true',
  '?from=2026-03-01&to=2026-04-01&keyword=radio%207',
  '?filter=trackingNumber:eq:%2B18005550100',
  '?steps=day:2026-03-02&columns=callerNumber,calls&page=2',
  '?call=01990000-0000-7000-8000-000000000001',
  '?tab=sessions',
])('keeps the view: %s', (search) => {
  const parts = (text: string) => [...new URLSearchParams(text.slice(text.indexOf('?')))]
  expect(parts(kept(calls, search) ?? '')).toEqual(parts(search))
})

it.each([
  ['?period=today&filter=callerNumber:eq:%2B12125550147', '?period=today'],
  ['?filter=callerName:contains:Ada&filter=status:eq:missed', '?filter=status:eq:missed'],
  ['?filter=callerNumber', ''],
  ['?keyword=(212)%20555-0147', ''],
  ['?keyword=0147&sort=duration', '?sort=duration'],
  ['?keyword=%D9%A0%D9%A1%D9%A4%D9%A7', ''],
  ['?callerNumber=%2B12125550147&source=radio', '?source=radio'],
  ['?anything=%2B12125550147', ''],
])('leaves out what may name a caller: %s', (search, left) => {
  expect(kept(calls, search)).toBe(calls + left)
})

it('keeps a search for words, and none for what may be a number', () => {
  expect(kept('/app/searchresults/radio')).toBe('/app/searchresults/radio')
  expect(kept('/app/searchresults/%2B1%20212%20555%200147')).toBeUndefined()
})

it('keeps no page of a caller, which has their number as its title', () => {
  expect(kept('/reports/caller', '?number=%2B12125550147')).toBeUndefined()
})
