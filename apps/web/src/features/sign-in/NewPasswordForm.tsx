import * as endpoints from '@callboard/contract/auth'
import { textLimits } from '@callboard/contract/limits'
import { useState } from 'react'
import type { OneTimeLink } from '#web/features/sign-in/one-time-link.ts'
import { signInError } from '#web/features/sign-in/sign-in-error.ts'
import { SignInForm } from '#web/features/sign-in/SignInForm.tsx'
import { typed } from '#web/features/sign-in/typed.ts'
import { sendAsNobody } from '#web/lib/api/api.ts'
import { hasCode } from '#web/lib/api/api-error.ts'
import { newPasswordError } from '#web/ui/fields/password-strength.ts'
import { passwordRules, StrengthText } from '#web/ui/fields/StrengthText.tsx'
import { TextField } from '#web/features/sign-in/TextField.tsx'

interface NewPasswordFormProps {
  link: OneTimeLink
  onDone: () => void
  /** The link was used already, has expired or is invalid. */
  onDeadLink: () => void
}

export function NewPasswordForm({ link, onDone, onDeadLink }: NewPasswordFormProps) {
  const [password, setPassword] = useState('')

  async function submit(form: HTMLFormElement) {
    const found = newPasswordError(password, typed(form, 'confirmation'))
    if (found !== undefined) return { [found.field]: found.text }
    try {
      await sendAsNobody(endpoints.confirmPassword, { body: { ...link, password } })
      onDone()
    } catch (error) {
      if (!hasCode(error, 'invalidOneTimeLink'))
        return { [hasCode(error, 'weakPassword') ? 'password' : 'other']: signInError(error) }
      onDeadLink()
    }
    return {}
  }

  return (
    <SignInForm onSubmit={submit} submitLabel="Set password" again="password">
      <TextField
        label="New password"
        name="password"
        type="password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        hint={
          <>
            {passwordRules()}
            <StrengthText password={password} />
          </>
        }
        autoComplete="new-password"
        maxLength={textLimits.password}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there to be typed into
        autoFocus
      />
      <TextField
        label="Confirm new password"
        name="confirmation"
        type="password"
        autoComplete="new-password"
        maxLength={textLimits.password}
      />
    </SignInForm>
  )
}
