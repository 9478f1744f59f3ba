// The kitchen is asked for only when somebody orders, so that bundlers put it into a piece of its own.
import { Basket, DiscountBasket } from './basket.js';
import { eachPrice } from './pricing/rules.js';

function report(what, error) {
  console.log('== ' + what);
  console.log(error.stack);
}

function attempt(what, action) {
  try {
    action();
  } catch (error) {
    report(what, error);
  }
}

async function order() {
  const kitchen = (await import('./kitchen.js')).default;
  attempt('loaded later', function serving() {
    kitchen.serve({ guests: 2 });
  });
  attempt('back and forth', function weighing() {
    eachPrice([3, 1, 2], (price) => kitchen.weigh(price));
  });
}

attempt('method', function checkout() {
  const basket = new Basket(['tea', 'bread']);
  basket.total();
});
attempt('inherited method', function discount() {
  new DiscountBasket(['milk']).total();
});
order();
