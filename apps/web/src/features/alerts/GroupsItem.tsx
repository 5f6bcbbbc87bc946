import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { parameterValuesQuery } from '#web/lib/api/parameter-values-query.ts'

/** The entity groups whose calls are looked at; not there for who has none to choose from. */
export function GroupsItem({ chosen }: { chosen: readonly string[] }) {
  const { data } = useQuery(parameterValuesQuery('entityGroup'))
  const options = (data?.items ?? []).flatMap(({ value, label }) =>
    value === null ? [] : [{ value, label }],
  )
  return (
    <Form.Item
      name="entityGroups"
      label="Only calls of entity groups"
      extra="By the entities that they have each time it is judged."
      hidden={options.length === 0 && chosen.length === 0}
    >
      <Select
        mode="multiple"
        placeholder="All"
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
        labelRender={({ label }) => label ?? 'A group that is not there any more'}
      />
    </Form.Item>
  )
}
