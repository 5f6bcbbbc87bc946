import * as endpoints from '@callboard/contract/auth'
import { textLimits } from '@callboard/contract/limits'
import { useState } from 'react'
import { signInError } from '#web/features/sign-in/sign-in-error.ts'
import { SignInForm } from '#web/features/sign-in/SignInForm.tsx'
import { TextField } from '#web/features/sign-in/TextField.tsx'
import { typed } from '#web/features/sign-in/typed.ts'
import { sendAsNobody } from '#web/lib/api/api.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { Notice } from '#web/ui/page/Notice.tsx'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { Row, Text } from '#web/ui/layout.tsx'

/** Requests a link; the answer is the same whether such a user exists or not. */
export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState<string>()

  async function submit(form: HTMLFormElement) {
    const userName = typed(form, 'userName').trim()
    if (userName === '') return { userName: 'Enter your user name.' }
    try {
      await sendAsNobody(endpoints.forgotPassword, { body: { userName } })
      setSentTo(userName)
      return {}
    } catch (error) {
      return { other: signInError(error) }
    }
  }

  if (sentTo !== undefined) {
    return (
      <>
        <Notice kind="done">
          If the user “{sentTo}” exists and has an email address, we have sent a link. It works once, within
          an hour.
        </Notice>
        <Text as="p">No email? Check your spam folder, or ask an administrator for a new password.</Text>
        <Row gap="8px 16px" justify="space-between" wrap>
          <a href={paths.login}>Go to sign-in</a>
          <PlainButton look="link" onClick={() => setSentTo(undefined)}>
            Send again
          </PlainButton>
        </Row>
      </>
    )
  }
  return (
    <SignInForm
      onSubmit={submit}
      submitLabel="Send the link"
      again="userName"
      below={<a href={paths.login}>Back to sign-in</a>}
    >
      <Text as="p">We will email you a link to choose a new password.</Text>
      <TextField
        label="User name"
        name="userName"
        hint="Or your email address."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={textLimits.signInName}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there to be typed into
        autoFocus
      />
    </SignInForm>
  )
}
