import { textLimits } from '@callboard/contract/limits'
import { SignInForm } from '#web/features/sign-in/SignInForm.tsx'
import { TextField } from '#web/features/sign-in/TextField.tsx'
import { typed } from '#web/features/sign-in/typed.ts'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'

interface CodeFormProps {
  /** Returns why it failed. */
  onSubmit: (code: string) => Promise<string | undefined>
  onBack: () => void
}

/** The second factor of a sign-in: a code of the app, or one of the recovery codes. */
export function CodeForm({ onSubmit, onBack }: CodeFormProps) {
  return (
    <SignInForm
      onSubmit={async (form) => {
        const code = typed(form, 'code').trim()
        return code === '' ? { code: 'Enter the code.' } : { other: await onSubmit(code) }
      }}
      submitLabel="Sign in"
      again="code"
      below={
        <PlainButton look="link" onClick={onBack}>
          Back to user name and password
        </PlainButton>
      }
    >
      <TextField
        label="Code"
        name="code"
        hint="The six digits that your authenticator app shows now, or one of your recovery codes."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={textLimits.secondFactorCode}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step is there to be typed into
        autoFocus
      />
    </SignInForm>
  )
}
