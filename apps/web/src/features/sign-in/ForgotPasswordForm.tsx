import * as endpoints from '@callboard/contract/auth'
import { textLimits } from '@callboard/contract/limits'
import { type SubmitEvent, useState } from 'react'
import { signInError } from '#web/features/sign-in/sign-in-error.ts'
import classes from '#web/features/sign-in/SignInCard.module.css'
import { focusField, typed } from '#web/features/sign-in/typed.ts'
import { sendAsNobody } from '#web/lib/api/api.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { Notice } from '#web/ui/page/Notice.tsx'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { TextField } from '#web/features/sign-in/TextField.tsx'
import { Row, Text } from '#web/ui/layout.tsx'

type Attempt =
  | { state: 'open'; missing?: string; error?: string }
  | { state: 'sending' }
  | { state: 'sent'; userName: string }

/** Requests a link; the answer is the same whether such a user exists or not. */
export function ForgotPasswordForm() {
  const [attempt, setAttempt] = useState<Attempt>({ state: 'open' })

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const userName = typed(form, 'userName').trim()
    if (userName === '') {
      setAttempt({ state: 'open', missing: 'Enter your user name.' })
      return focusField(form, 'userName')
    }
    setAttempt({ state: 'sending' })
    try {
      await sendAsNobody(endpoints.forgotPassword, { body: { userName } })
      setAttempt({ state: 'sent', userName })
    } catch (error) {
      setAttempt({ state: 'open', error: signInError(error) })
      focusField(form, 'userName')
    }
  }

  if (attempt.state === 'sent') {
    return (
      <>
        <Notice kind="done">
          If the user “{attempt.userName}” exists and has an email address, we have sent a link. It works
          once, within an hour.
        </Notice>
        <Text as="p">No email? Check your spam folder, or ask an administrator for a new password.</Text>
        <Row gap="8px 16px" justify="space-between" wrap>
          <a href={paths.login}>Go to sign-in</a>
          <PlainButton look="link" onClick={() => setAttempt({ state: 'open' })}>
            Send again
          </PlainButton>
        </Row>
      </>
    )
  }
  const { missing, error } = attempt.state === 'open' ? attempt : {}
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <Text as="p">We will email you a link to choose a new password.</Text>
      <TextField
        label="User name"
        name="userName"
        hint="Or your email address."
        error={missing}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={textLimits.signInName}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there to be typed into
        autoFocus
      />
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      <PlainButton look="primary" type="submit" isWide isBusy={attempt.state === 'sending'}>
        Send the link
      </PlainButton>
      <a href={paths.login}>Back to sign-in</a>
    </form>
  )
}
