import { describe, expect, it } from 'vitest'
import { endpointOf, isParty, targetOf } from './channels.ts'

describe('endpointOf', () => {
  it.each([
    ['SIP/301-00000004', 'SIP', '301'],
    ['PJSIP/my-trunk-0000001a', 'PJSIP', 'my-trunk'],
    ['DAHDI/i1/3125550123-5', 'DAHDI', 'i1/3125550123'],
    ['Console/dsp', 'Console', 'dsp'],
    ['odd', '', 'odd'],
  ])('reads %s', (channel, technology, peer) => {
    expect(endpointOf(channel)).toEqual({ technology, peer })
  })
})

it('knows channels behind which nobody is', () => {
  expect(isParty('SIP/301-00000004')).toBe(true)
  for (const channel of ['', 'Local/301@inside-00000000;1', 'CBAnn/1-0000;1', 'Recorder/x-1']) {
    expect(isParty(channel)).toBe(false)
  }
})

describe('targetOf', () => {
  it.each([
    ['SIP/301-00000004', 'SIP/301&SIP/200@branch,60,t', '301'],
    ['SIP/branch-00000005', 'SIP/301&SIP/200@branch,60,t', '200'],
    ['SIP/carrier-00000005', 'SIP/carrier/13125550123,30', '13125550123'],
    ['PJSIP/carrier-00000005', 'PJSIP/carrier/sip:13125550123@sip.example.com,30', '13125550123'],
    ['PJSIP/carrier-00000005', 'PJSIP/13125550123@carrier', '13125550123'],
    ['DAHDI/i1/3125550123-5', 'DAHDI/g1/3125550123,30', '3125550123'],
    ['SIP/301-00000004', 'SIP/301|20', '301'],
  ])('finds who was dialled to reach %s by %s', (dstChannel, lastData, number) => {
    expect(targetOf(dstChannel, 'Dial', lastData)?.number).toBe(number)
  })

  it('never shows the password of a dial string', () => {
    expect(targetOf('IAX2/branch-7', 'Dial', 'IAX2/user:secret@branch/200@inside')).toEqual({
      technology: 'IAX2',
      peer: 'branch',
      number: '200',
    })
  })

  it('does not choose between two targets of one trunk', () => {
    expect(targetOf('SIP/branch-00000005', 'Dial', 'SIP/158@branch&SIP/200@branch,20')).toBeUndefined()
  })

  it('knows nothing of a queue', () => {
    expect(targetOf('SIP/301-00000004', 'Queue', 'sales,t')).toBeUndefined()
  })
})
