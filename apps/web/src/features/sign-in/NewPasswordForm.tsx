import * as endpoints from '@callboard/contract/auth'
import { textLimits } from '@callboard/contract/limits'
import { type SubmitEvent, useState } from 'react'
import type { OneTimeLink } from '#web/features/sign-in/one-time-link.ts'
import { signInError } from '#web/features/sign-in/sign-in-error.ts'
import classes from '#web/features/sign-in/SignInCard.module.css'
import { focusField, typed } from '#web/features/sign-in/typed.ts'
import { sendAsNobody } from '#web/lib/api/api.ts'
import { hasCode } from '#web/lib/api/api-error.ts'
import { newPasswordError } from '#web/ui/fields/password-strength.ts'
import { Notice } from '#web/ui/page/Notice.tsx'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { passwordRules, StrengthText } from '#web/ui/fields/StrengthText.tsx'
import { TextField } from '#web/features/sign-in/TextField.tsx'

interface NewPasswordFormProps {
  link: OneTimeLink
  onDone: () => void
  /** The link was used already, has expired or is invalid. */
  onDeadLink: () => void
}

type Errors = { password?: string; confirmation?: string; other?: string }

export function NewPasswordForm({ link, onDone, onDeadLink }: NewPasswordFormProps) {
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [isSending, setIsSending] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const found = newPasswordError(password, typed(form, 'confirmation'))
    setErrors(found === undefined ? {} : { [found.field]: found.text })
    if (found !== undefined) return focusField(form, found.field)
    setIsSending(true)
    try {
      await sendAsNobody(endpoints.confirmPassword, { body: { ...link, password } })
      onDone()
    } catch (error) {
      if (hasCode(error, 'invalidOneTimeLink')) return onDeadLink()
      setIsSending(false)
      setErrors({ [hasCode(error, 'weakPassword') ? 'password' : 'other']: signInError(error) })
      focusField(form, 'password')
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="New password"
        name="password"
        type="password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        hint={
          <>
            {passwordRules}
            <StrengthText password={password} />
          </>
        }
        error={errors.password}
        autoComplete="new-password"
        maxLength={textLimits.password}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there to be typed into
        autoFocus
      />
      <TextField
        label="Confirm new password"
        name="confirmation"
        type="password"
        error={errors.confirmation}
        autoComplete="new-password"
        maxLength={textLimits.password}
      />
      {errors.other !== undefined && <Notice kind="error">{errors.other}</Notice>}
      <PlainButton look="primary" type="submit" isWide isBusy={isSending}>
        Set password
      </PlainButton>
    </form>
  )
}
