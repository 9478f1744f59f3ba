import { Basket, DiscountBasket } from './basket.js';
import kitchen from './kitchen.js';

export const dynamic = 'force-dynamic';

const orders = {
  method: () => new Basket(['tea', 'bread']).total(),
  'inherited method': () => new DiscountBasket(['milk']).total(),
  'object literal': () => kitchen.serve({ guests: 2 }),
};

export default async function Page({ searchParams }) {
  const { what } = await searchParams;
  return <p>{String(orders[what]())}</p>;
}
