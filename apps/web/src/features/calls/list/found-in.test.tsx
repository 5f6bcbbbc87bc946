import type { PartialCall } from '@callboard/contract/calls'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withFoundIn } from '#web/features/calls/list/found-in.tsx'

const call: PartialCall = {
  id: '0198f000-0000-7000-8000-000000000001',
  callerNumber: '+12125550147',
  contactNumber: '+12125550147',
  callerName: 'Ada Byron',
  trackingNumber: '+13125550100',
  source: 'Google Ads',
  tags: ['braces', 'google'],
}

describe('a call is found in', () => {
  it.each([
    ['312555', 'Tracking number: (312) 555-0100'],
    ['312 555', 'Tracking number: (312) 555-0100'],
    ['GOOGLE', 'Source: Google Ads'],
    ['brace', 'Tags: braces, google'],
    ['0147', 'Contact'],
    ['byron', 'Contact'],
    ['nowhere', '–no value'],
  ])('%s: %s', (keyword, words) => {
    const { container } = render(<>{withFoundIn([], keyword)[0]?.render(call, 'UTC')}</>)
    expect(container.textContent).toBe(words)
  })
})
