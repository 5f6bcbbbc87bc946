import { type PasswordOwner, minPasswordLength } from '@callboard/contract/passwords'
import { type PasswordStrength, strengthOf } from '#web/ui/fields/password-strength.ts'
import classes from '#web/ui/fields/StrengthText.module.css'
import { Row } from '#web/ui/layout.tsx'

/** The rules, in words, before anything was typed. */
export function passwordRules(isOwn = true): string {
  return `At least ${minPasswordLength} characters, hard to guess (not a common word with a year or digits added), and without ${isOwn ? 'your' : 'the user’s'} name. A few unrelated words work well.`
}

const words = {
  tooShort: 'Too short',
  tooPlain: 'Too simple: it repeats the same few characters',
  holdsName: 'Weak: it contains your name',
  weak: 'Weak: easy to guess',
  fair: 'Fair',
  strong: 'Strong',
} as const satisfies Record<PasswordStrength, string>

const level = {
  tooShort: 0,
  tooPlain: 0,
  holdsName: 0,
  weak: 1,
  fair: 2,
  strong: 3,
} as const satisfies Record<PasswordStrength, number>

interface StrengthTextProps {
  password: string
  owner?: PasswordOwner
  /** Whether it is the password of whoever types it, as it is unless given. */
  isOwn?: boolean
}

/** How strong a password is, in words, with a bar that shows the same. */
export function StrengthText({ password, owner, isOwn = true }: StrengthTextProps) {
  const strength = strengthOf(password, owner)
  const said = strength === 'holdsName' && !isOwn ? 'Weak: it contains the user’s name' : words[strength]
  const count = Array.from(password).length
  const suffix = strength === 'tooShort' ? `: ${count} of ${minPasswordLength} characters` : ''
  return (
    <Row gap={8} align="center" tone="quiet" minHeight={22} fontSize={13}>
      <span className={classes.bar} data-level={password === '' ? 0 : level[strength]} aria-hidden />
      <span role="status">{password === '' ? '' : `Strength: ${said}${suffix}`}</span>
    </Row>
  )
}
