import { login } from '@callboard/contract/auth'
import { Alert, Button, Form, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ApiError, readableError, send } from '#web/lib/api.ts'
import { beginSession } from '#web/lib/session-storage.ts'
import classes from '#web/pages/LoginPage.module.css'
import { Logo } from '#web/ui/Logo.tsx'

interface Credentials {
  userName: string
  password: string
}

type Attempt = { isSending: boolean; error?: unknown }

export function LoginPage() {
  const [attempt, setAttempt] = useState<Attempt>({ isSending: false })
  const userNameRef = useRef<InputRef>(null)
  const passwordRef = useRef<InputRef>(null)
  useEffect(() => userNameRef.current?.focus(), [])

  async function signIn(credentials: Credentials) {
    setAttempt({ isSending: true })
    try {
      beginSession(await send(login, { body: credentials }))
    } catch (error) {
      setAttempt({ isSending: false, error })
      passwordRef.current?.focus({ cursor: 'all' })
    }
  }

  return (
    <main className={classes.page}>
      <title>Sign in · Callboard</title>
      <div className={classes.card}>
        <h1 className={classes.head}>
          <Logo name="Callboard" isLarge />
        </h1>
        <Form<Credentials> layout="vertical" requiredMark={false} onFinish={(values) => void signIn(values)}>
          <Form.Item
            name="userName"
            label="User name"
            rules={[{ required: true, message: 'Enter your user name.' }]}
          >
            <Input
              ref={userNameRef}
              size="large"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Form.Item>
          <Form.Item
            name="password"
            label="Password"
            rules={[{ required: true, message: 'Enter your password.' }]}
          >
            <Input.Password ref={passwordRef} size="large" autoComplete="current-password" />
          </Form.Item>
          {attempt.error !== undefined && (
            <Alert
              className={classes.error}
              type="error"
              showIcon
              role="alert"
              title={loginFault(attempt.error)}
            />
          )}
          <Button type="primary" htmlType="submit" size="large" block loading={attempt.isSending}>
            Sign in
          </Button>
        </Form>
      </div>
    </main>
  )
}

function loginFault(error: unknown): string {
  if (!(error instanceof ApiError) || error.status < 500) return readableError(error)
  return `${readableError(error)} (request ${error.requestId ?? 'unknown'})`
}
