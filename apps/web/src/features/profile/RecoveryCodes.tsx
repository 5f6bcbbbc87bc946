import { Button } from 'antd'
import classes from '#web/features/profile/profile.module.css'
import { saveFile } from '#web/lib/api/save-file.ts'
import { Notice } from '#web/ui/page/Notice.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { useMessage } from '#web/ui/message.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** Shown only once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const message = useMessage()
  const text = `${codes.join('\n')}\n`

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      message.success('Codes copied.')
    } catch {
      message.error('Your browser blocked copying. Download the codes or write them down.')
    }
  }

  return (
    <Stack gap={12} align="flex-start">
      <Notice kind="done">
        Two-factor sign-in is on. Store these recovery codes in a safe place. Each one signs you in once if
        you do not have the app. They are not shown again.
      </Notice>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Row gap={8} wrap>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}>
          Download
        </Button>
        <Button type="primary" onClick={onDone}>
          I have saved them
        </Button>
      </Row>
    </Stack>
  )
}
