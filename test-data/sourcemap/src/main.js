import { Basket, DiscountBasket } from './basket.js';
import { eachPrice, withRetry } from './pricing/rules.js';
import kitchen from './kitchen.js';

function report(what, error) {
  console.log('== ' + what);
  console.log(error.stack.split('\n').slice(0, 12).join('\n'));
}

function attempt(what, action) {
  try {
    action();
  } catch (error) {
    report(what, error);
  }
}

attempt('method', function checkout() {
  const basket = new Basket(['tea', 'bread']);
  basket.total();
});

attempt('inherited method', () => new DiscountBasket(['milk']).total());

attempt('constructor', () => {
  const broken = new Basket(null);
  return broken;
});

attempt('static method', () => Basket.fromText('a,b,'));

attempt('getter', () => new DiscountBasket(['milk']).cheapest);

attempt('object literal', () => kitchen.serve({ guests: 2 }));

attempt('assigned to a member', () => kitchen.tools.sharpen('knife'));

attempt('callback in a callback', () => eachPrice([3, 1, 2], (price) => kitchen.weigh(price)));

async function orderLater() {
  await withRetry(async () => kitchen.deliver('soup'), 2);
}

orderLater().catch((error) => report('async', error));
