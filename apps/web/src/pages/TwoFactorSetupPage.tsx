import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { TwoFactorSetup } from '#web/features/profile/TwoFactorSetup.tsx'
import { fullName, useRealUser } from '#web/lib/session/current-user.ts'
import { systemSettingsQuery } from '#web/lib/api/system-settings-query.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { Notice } from '#web/ui/page/Notice.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'

interface TwoFactorSetupPageProps {
  onLogOut: () => void
}

/** All that is shown to somebody who must have a second factor and has none. */
export function TwoFactorSetupPage({ onLogOut }: TwoFactorSetupPageProps) {
  const user = useRealUser()
  const invalidate = useInvalidate()
  const settings = useQuery(systemSettingsQuery).data
  const productName = settings?.productName ?? 'Callboard'
  return (
    <Stack as="main" gap={16} margin="0 auto" padding="24px 16px 48px" maxWidth={640}>
      <title>{`Set up two-factor sign-in · ${productName}`}</title>
      <Row gap={16} align="center" justify="space-between">
        <Logo name={productName} src={settings?.logoUrl} />
        <Button onClick={onLogOut}>Logout</Button>
      </Row>
      <Text as="h1" fontSize={22}>
        Set up two-factor sign-in
      </Text>
      <Notice kind="note">
        {fullName(user)}, your administrators require two-factor sign-in: your password plus a code from an
        app on your phone. Set it up to continue.
      </Notice>
      <Panel label="Two-factor sign-in">
        <TwoFactorSetup onDone={() => void invalidate('user')} />
      </Panel>
    </Stack>
  )
}
