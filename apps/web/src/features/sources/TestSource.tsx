import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import * as endpoints from '@callboard/contract/sources'
import { useMutation } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { explainedError } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/api.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { useMessage } from '#web/ui/message.tsx'

/** Looks whether calls can come from a source, and says what is in the way. */
export function TestSource({ source: { id, name } }: { source: endpoints.Source }) {
  const message = useMessage()
  const testing = useMutation({
    mutationFn: async () => await send(endpoints.testSource, { params: { id } }),
    onError: (error) => message.error(explainedError(error)),
  })
  const { data, isPending, mutate, reset } = testing
  return (
    <>
      <Button loading={isPending} onClick={() => mutate()}>
        Test
      </Button>
      <Modal
        title={`Test of ${name}`}
        open={data !== undefined}
        onCancel={reset}
        footer={<Button onClick={reset}>Close</Button>}
      >
        <Stack as="ul" gap={8}>
          {data?.checks.map(({ isFine, text }) => (
            <Row as="li" key={text} gap={8} align="baseline">
              <Text tone={isFine ? 'primary' : 'worse'}>
                {isFine ? (
                  <CheckCircleOutlined aria-label="Fine" />
                ) : (
                  <ExclamationCircleOutlined aria-label="To be mended" />
                )}
              </Text>
              {text}
            </Row>
          ))}
        </Stack>
      </Modal>
    </>
  )
}
