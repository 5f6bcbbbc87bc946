import type { Setting } from '@callboard/contract/settings'
import { expect, it } from 'vitest'
import { matchingSettings } from '#web/features/settings/matching-settings.ts'

function setting(key: string, words: Pick<Setting, 'group' | 'label' | 'description'>): Setting {
  return {
    id: key,
    key,
    ...words,
    type: 'text',
    value: null,
    default: null,
    isDefault: true,
    isSecret: false,
    revision: 0,
  }
}

const settings = [
  setting('idleTimeout', {
    group: 'Sign-in',
    label: 'Idle session timeout',
    description: 'Ends a session that nobody uses.',
  }),
  setting('smtpUrl', { group: 'Mail', label: 'Mail server', description: 'Where mails are sent from.' }),
]

it.each([
  ['a part of its label', 'TIMEOUT', ['idleTimeout']],
  ['its description', 'nobody', ['idleTimeout']],
  ['its section, with or without a hyphen', 'sign in', ['idleTimeout']],
  ['several words, in any order', 'sent mail', ['smtpUrl']],
  ['nothing, which finds all', '  ', ['idleTimeout', 'smtpUrl']],
  ['words of two settings, which finds none', 'session mail', []],
])('finds a setting by %s', (_, keyword, keys) => {
  expect([...matchingSettings(settings, keyword)]).toEqual(keys)
})
