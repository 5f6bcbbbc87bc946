import { LogoutOutlined, UserOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { logOut } from '#web/app/log-out.ts'
import classes from '#web/app/shell/UserPanel.module.css'
import { useThemeChoice } from '#web/lib/theme-choice.ts'
import { fullName, useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { systemSettingsQuery } from '#web/lib/api/system-settings-query.ts'
import { Row, Stack } from '#web/ui/layout.tsx'

interface UserPanelProps {
  onDone: () => void
}

export function UserPanel({ onDone }: UserPanelProps) {
  const user = useCurrentUser()
  const version = useQuery(systemSettingsQuery).data?.version
  const { isDark, choose } = useThemeChoice()
  const navigate = useNavigate()
  const themeId = useId()
  return (
    <Stack gap={4} width={224} role="dialog" aria-label="Account">
      <Stack padding="0 8px 8px" minWidth={0} className={classes.who}>
        <strong className={classes.name}>{fullName(user)}</strong>
        <span className={classes.userName}>{user.userName}</span>
      </Stack>
      <Button
        type="text"
        block
        autoFocus
        style={{ justifyContent: 'flex-start', padding: '0 8px' }}
        icon={<UserOutlined aria-hidden />}
        onClick={() => {
          onDone()
          void navigate(paths.profile)
        }}
      >
        Profile
      </Button>
      <Row align="center" justify="space-between" padding="4px 8px" className={classes.theme}>
        <label htmlFor={themeId}>Dark theme</label>
        <Switch id={themeId} size="small" checked={isDark} onChange={choose} />
      </Row>
      <Button
        type="text"
        block
        style={{ justifyContent: 'flex-start', padding: '0 8px' }}
        icon={<LogoutOutlined aria-hidden />}
        onClick={() => void logOut()}
      >
        Logout
      </Button>
      {version !== undefined && <div className={classes.version}>Version {version}</div>}
    </Stack>
  )
}
