import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { TwoFactorSetup } from '#web/features/profile/TwoFactorSetup.tsx'
import { fullName, useRealUser } from '#web/lib/current-user.ts'
import { systemSettingsQuery } from '#web/lib/system-settings-query.ts'
import classes from '#web/pages/TwoFactorSetupPage.module.css'
import { useInvalidate } from '#web/records/invalidate.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Panel } from '#web/ui/Panel.tsx'

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
    <main className={classes.page}>
      <title>{`Set up two-factor sign-in · ${productName}`}</title>
      <div className={classes.head}>
        <Logo name={productName} src={settings?.logoUrl} />
        <Button onClick={onLogOut}>Logout</Button>
      </div>
      <h1 className={classes.title}>Set up two-factor sign-in</h1>
      <Notice kind="note">
        {fullName(user)}, your administrators require a second factor: besides your password, a code from an
        app on your phone. The portal opens as soon as it is set up.
      </Notice>
      <Panel label="Two-factor sign-in">
        <TwoFactorSetup onDone={() => void invalidate('user')} />
      </Panel>
    </main>
  )
}
