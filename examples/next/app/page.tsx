export default function Page() {
  return <p>the shop</p>
}
