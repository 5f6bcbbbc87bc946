import { textLimits } from '@callboard/contract/limits'
import * as endpoints from '@callboard/contract/two-factor'
import { useMutation } from '@tanstack/react-query'
import { Button, Form, Input, QRCode } from 'antd'
import { PasswordQuestion } from '#web/features/profile/PasswordQuestion.tsx'
import { RecoveryCodes } from '#web/features/profile/RecoveryCodes.tsx'
import { send } from '#web/lib/api/api.ts'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { Box, Hint, QuietText, Row, Stack, Text } from '#web/ui/layout.tsx'
import { usePalette } from '#web/ui/charts/palette.ts'

interface TwoFactorSetupProps {
  onDone: () => void
  onCancel?: () => void
}

/** Asks for the password, then for a code of the app, and shows the recovery codes. */
export function TwoFactorSetup({ onDone, onCancel }: TwoFactorSetupProps) {
  const begin = useMutation({
    mutationFn: (password: string) => send(endpoints.createTwoFactor, { body: { password } }),
  })
  const confirm = useMutation({
    mutationFn: (code: string) => send(endpoints.confirmTwoFactor, { body: { code } }),
  })
  if (confirm.data !== undefined) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />
  if (begin.data === undefined) {
    return (
      <PasswordQuestion
        action="Continue"
        isBusy={begin.isPending}
        error={begin.error}
        onAnswer={begin.mutate}
        onCancel={onCancel}
      />
    )
  }
  return (
    <Stack gap={12} align="flex-start">
      <Hint>Scan this with an authenticator app, such as Google Authenticator, 1Password or Aegis.</Hint>
      <SecretCode url={begin.data.url} />
      <div>
        <QuietText as="div">Or type this into the app:</QuietText>
        <Text as="code" breaks="anywhere" fontSize={15}>
          {begin.data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </Text>
      </div>
      <Form<{ code: string }>
        name="two-factor"
        layout="vertical"
        requiredMark={false}
        onFinish={({ code }) => confirm.mutate(code.replaceAll(/\s/g, ''))}
      >
        <Form.Item
          name="code"
          label="Six-digit code from the app"
          rules={[{ required: true, message: 'Enter the code from the app.' }]}
        >
          <Input
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={textLimits.secondFactorCode}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by the button before
            autoFocus
          />
        </Form.Item>
        {confirm.error !== null && (
          <Box margin="0 0 16px">
            <ErrorNote error={confirm.error} title="This was not turned on" />
          </Box>
        )}
        <Row gap={8} wrap>
          <Button type="primary" htmlType="submit" loading={confirm.isPending}>
            Turn on
          </Button>
          {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
        </Row>
      </Form>
    </Stack>
  )
}

/** For cameras; the same is below it as text. */
function SecretCode({ url }: { url: string }) {
  const { qrInk, qrGround } = usePalette()
  return (
    <div aria-hidden>
      <QRCode type="svg" value={url} size={200} color={qrInk} bgColor={qrGround} />
    </div>
  )
}
