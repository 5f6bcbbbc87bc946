import type { CheckedRecipient } from '@callboard/contract/sending'
import { describe, expect, it } from 'vitest'
import { planSending, planWords, sendLabel } from '#web/features/subscriptions/sending/send-plan.ts'

const recipient = (name: string, lacks: Partial<CheckedRecipient> = {}): CheckedRecipient => ({
  userId: name,
  email: null,
  name,
  reason: null,
  remedy: null,
  ...lacks,
})
const lacking = (name: string, group: string) =>
  recipient(name, {
    reason: 'None of their groups has this report.',
    remedy: { share: { groupId: group, name: group } },
  })
const rightless = recipient('Viktor', { reason: 'They do not have the rights that this report needs.' })
const ada = recipient('Ada')

function said(recipients: CheckedRecipient[], { mayShare = true, isOnce = false } = {}) {
  const plan = planSending(recipients, mayShare)
  return [sendLabel(plan, { isOnce, ownId: 'Ada' }), planWords(plan, 'Ada')]
}

describe('the button that sends says what a press does', () => {
  it('alone where everybody gets it, also before that is known', () => {
    expect(said([ada])).toEqual(['Schedule', undefined])
    expect(said([], { isOnce: true })).toEqual(['Send now', undefined])
  })

  it('with the group that gives the report to most of those who lack it', () => {
    const inNorth = [lacking('Bea', 'North'), lacking('Cleo', 'North')]
    expect(said([ada, ...inNorth])).toEqual([
      'Share with North and schedule',
      'Everybody in North will find the report, each with their own calls.',
    ])
    expect(said([lacking('Dora', 'South'), ...inNorth, rightless], { isOnce: true })).toEqual([
      'Share with North and send',
      'Everybody in North will find the report, each with their own calls. It is sent without Dora and Viktor.',
    ])
  })

  it('without those for whom the user can mend nothing', () => {
    expect(said([ada, rightless])).toEqual(['Schedule without Viktor', undefined])
    expect(said([ada, lacking('Bea', 'North')], { mayShare: false, isOnce: true })).toEqual([
      'Send without Bea',
      undefined,
    ])
  })

  it('and that nobody gets it', () => {
    expect(said([rightless])).toEqual(['Schedule', 'Nobody on the list would get it yet.'])
  })
})
