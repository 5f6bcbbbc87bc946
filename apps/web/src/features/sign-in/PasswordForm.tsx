import { textLimits } from '@callboard/contract/limits'
import { SignInForm } from '#web/features/sign-in/SignInForm.tsx'
import { TextField } from '#web/features/sign-in/TextField.tsx'
import { typed } from '#web/features/sign-in/typed.ts'
import { paths } from '#web/lib/urls/paths.ts'

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

export function PasswordForm({ given, onSubmit }: PasswordFormProps) {
  return (
    <SignInForm
      onSubmit={async (form) => {
        const credentials = { userName: typed(form, 'userName').trim(), password: typed(form, 'password') }
        const userName = credentials.userName === '' ? 'Enter your user name.' : undefined
        const password = credentials.password === '' ? 'Enter your password.' : undefined
        return (userName ?? password) ? { userName, password } : { other: await onSubmit(credentials) }
      }}
      submitLabel="Sign in"
      again="password"
      below={<a href={paths.confirmPassword}>Forgot password?</a>}
    >
      <TextField
        label="User name"
        name="userName"
        defaultValue={given.userName}
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
        autoComplete="current-password"
        maxLength={textLimits.password}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there to be typed into
        autoFocus={given.userName !== ''}
      />
    </SignInForm>
  )
}
