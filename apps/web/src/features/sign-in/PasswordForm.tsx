import { textLimits } from '@callboard/contract/limits'
import { type SubmitEvent, useState } from 'react'
import classes from '#web/features/sign-in/SignInCard.module.css'
import { focusField, typed } from '#web/features/sign-in/typed.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { Notice } from '#web/ui/page/Notice.tsx'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { TextField } from '#web/features/sign-in/TextField.tsx'

export interface Credentials {
  userName: string
  password: string
}

interface PasswordFormProps {
  /** What was entered before. */
  given: Credentials
  /** Returns why it failed. */
  onSubmit: (credentials: Credentials) => Promise<string | undefined>
}

type Missing = Partial<Record<keyof Credentials, string>>

export function PasswordForm({ given, onSubmit }: PasswordFormProps) {
  const [isSending, setIsSending] = useState(false)
  const [missing, setMissing] = useState<Missing>({})
  const [error, setError] = useState<string>()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const credentials = { userName: typed(form, 'userName').trim(), password: typed(form, 'password') }
    const gaps = missingOf(credentials)
    setMissing(gaps)
    setError(undefined)
    const [first] = Object.keys(gaps)
    if (first !== undefined) return focusField(form, first)
    setIsSending(true)
    const reason = await onSubmit(credentials)
    setIsSending(false)
    setError(reason)
    if (reason !== undefined) focusField(form, 'password')
  }

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="User name"
        name="userName"
        defaultValue={given.userName}
        error={missing.userName}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={textLimits.signInName}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there to be typed into
        autoFocus={given.userName === ''}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        defaultValue={given.password}
        error={missing.password}
        autoComplete="current-password"
        maxLength={textLimits.password}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there to be typed into
        autoFocus={given.userName !== ''}
      />
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      <PlainButton look="primary" type="submit" isWide isBusy={isSending}>
        Sign in
      </PlainButton>
      <a href={paths.confirmPassword}>Forgot password?</a>
    </form>
  )
}

function missingOf({ userName, password }: Credentials): Missing {
  return {
    ...(userName === '' ? { userName: 'Enter your user name.' } : {}),
    ...(password === '' ? { password: 'Enter your password.' } : {}),
  }
}
