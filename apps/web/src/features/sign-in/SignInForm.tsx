import { type ReactNode, type SubmitEvent, useState } from 'react'
import classes from '#web/features/sign-in/SignInCard.module.css'
import { type Problems, ProblemsContext } from '#web/features/sign-in/problems.ts'
import { focusField } from '#web/features/sign-in/typed.ts'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { Notice } from '#web/ui/page/Notice.tsx'

interface SignInFormProps {
  /** Checks what is entered and sends it, and returns what is wrong. */
  onSubmit: (form: HTMLFormElement) => Promise<Problems>
  submitLabel: string
  /** The field that gets the focus when something is wrong with none. */
  again: keyof Problems
  /** Its fields; each says what is wrong with it. */
  children: ReactNode
  below?: ReactNode
}

/** A form of those who are not signed in. The first field that something is wrong with gets the focus. */
export function SignInForm({ onSubmit, submitLabel, again, children, below }: SignInFormProps) {
  const [problems, setProblems] = useState<Problems>({})
  const [isSending, setIsSending] = useState(false)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setProblems({})
    setIsSending(true)
    const found = await onSubmit(form)
    setIsSending(false)
    setProblems(found)
    const [first] = Object.entries(found).find(([, text]) => text !== undefined) ?? []
    if (first !== undefined) focusField(form, first === 'other' ? again : first)
  }

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <ProblemsContext value={problems}>{children}</ProblemsContext>
      {problems.other !== undefined && <Notice kind="error">{problems.other}</Notice>}
      <PlainButton look="primary" type="submit" isWide isBusy={isSending}>
        {submitLabel}
      </PlainButton>
      {below}
    </form>
  )
}
