import { textLimits } from '@callboard/contract/limits'
import { type SubmitEvent, useState } from 'react'
import classes from '#web/features/sign-in/SignInCard.module.css'
import { focusField, typed } from '#web/features/sign-in/typed.ts'
import { Notice } from '#web/ui/page/Notice.tsx'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { TextField } from '#web/features/sign-in/TextField.tsx'

interface CodeFormProps {
  /** Returns why it failed. */
  onSubmit: (code: string) => Promise<string | undefined>
  onBack: () => void
}

/** The second factor of a sign-in: a code of the app, or one of the recovery codes. */
export function CodeForm({ onSubmit, onBack }: CodeFormProps) {
  const [isSending, setIsSending] = useState(false)
  const [missing, setMissing] = useState<string>()
  const [error, setError] = useState<string>()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const code = typed(form, 'code').trim()
    setMissing(code === '' ? 'Enter the code.' : undefined)
    setError(undefined)
    if (code === '') return focusField(form, 'code')
    setIsSending(true)
    const reason = await onSubmit(code)
    setIsSending(false)
    setError(reason)
    if (reason !== undefined) focusField(form, 'code')
  }

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Code"
        name="code"
        hint="The six digits that your authenticator app shows now, or one of your recovery codes."
        error={missing}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={textLimits.secondFactorCode}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step is there to be typed into
        autoFocus
      />
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      <PlainButton look="primary" type="submit" isWide isBusy={isSending}>
        Sign in
      </PlainButton>
      <PlainButton look="link" onClick={onBack}>
        Back to user name and password
      </PlainButton>
    </form>
  )
}
